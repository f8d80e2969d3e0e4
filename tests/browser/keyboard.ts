import { expect, type Locator, type Page } from '@playwright/test';

/** Limit of Tab presses, more than any page of the portal needs. */
const MOST_STEPS = 60;

/** Keyboard-only use of a page: Tab, Enter, Space, arrows and letters. */
export function keyboardOf(page: Page) {
  // A listener that is added only at a key press sometimes misses the file chooser.
  page.on('filechooser', () => {});
  const hasFocus = (target: Locator) =>
    target.evaluate((element) => element === document.activeElement);

  /** Presses Tab, past the end of the page to its beginning, until `target` has the focus. */
  async function reach(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    for (let step = 0; step < MOST_STEPS; step++) {
      if (await hasFocus(target)) return expectRing(target);
      await page.keyboard.press('Tab');
    }
    throw new Error(`${MOST_STEPS} steps of Tab do not lead to ${target}`);
  }

  return {
    reach,
    press: async (target: Locator) => {
      await reach(target);
      await page.keyboard.press('Enter');
    },
    type: async (target: Locator, text: string) => {
      await reach(target);
      await page.keyboard.type(text);
      await expect(target).toHaveValue(text);
    },
    /** Chooses from the browser's own list by the first letters of an option. */
    pick: async (target: Locator, letters: string, value: string) => {
      await reach(target);
      await page.keyboard.type(letters);
      await expect(target).toHaveValue(value);
    },
    tick: async (target: Locator) => {
      await reach(target);
      await page.keyboard.press('Space');
      await expect(target).toBeChecked();
    },
    /** Chooses a radio button: Tab leads to its group, the arrows to it. */
    choose: async (group: Locator, radio: Locator) => {
      const radios = group.getByRole('radio');
      await reach(radios.first());
      if ((await radios.count()) === 1 || (await hasFocus(radio)))
        await page.keyboard.press('Space');
      for (let step = 0; step < MOST_STEPS && !(await radio.isChecked()); step++)
        await page.keyboard.press('ArrowDown');
      await expect(radio).toBeChecked();
    },
    /** Opens the browser's file chooser with Enter. */
    upload: async (button: Locator, files: Parameters<Locator['setInputFiles']>[0]) => {
      await reach(button);
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.keyboard.press('Enter'),
      ]);
      await chooser.setFiles(files);
    },
  };
}

/** Expects a focus ring, so that keyboard users see where they are. */
async function expectRing(target: Locator): Promise<void> {
  const ring = await target.evaluate((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return { outlineStyle, outlineWidth, boxShadow };
  });
  const isSeen = ring.outlineStyle !== 'none' || ring.boxShadow !== 'none';
  expect(isSeen, `${target} shows that it has the focus`).toBe(true);
}
