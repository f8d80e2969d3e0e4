/** Asks the person for their second factor; true when it was given. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let asked: Promise<boolean> | undefined;

/** Says how the second factor is asked for while this part of the page is shown; returns its end. */
export function answerFreshFactor(how: Ask): () => void {
  ask = how;
  return () => {
    if (ask !== how) return;
    ask = undefined;
    // Nobody answers any more: the next question is a new one.
    asked = undefined;
  };
}

/** Asks for the second factor, once for all calls that wait; false where nobody can be asked. */
export async function askFreshFactor(): Promise<boolean> {
  if (!ask) return false;
  asked ??= ask().finally(() => {
    asked = undefined;
  });
  return asked;
}
