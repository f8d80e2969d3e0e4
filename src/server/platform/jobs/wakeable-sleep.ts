import { setImmediate } from 'node:timers/promises';

/** A sleep that can be ended early; a wake while awake makes the next sleep end at once. */
export function wakeableSleep() {
  let isWoken = false;
  let end = () => {};
  return {
    wake() {
      isWoken = true;
      end();
    },
    async sleep(duration: number) {
      // The embedded database answers at once: without this, many jobs would let no call through.
      if (isWoken || duration === 0) await setImmediate();
      else
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, duration);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      isWoken = false;
    },
  };
}
