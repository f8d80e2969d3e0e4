/** Chooses a decision by its place in the list; where nothing has to be typed, its button is next. */
export function chooseByKey(index: number): void {
  const radio = document.querySelectorAll<HTMLInputElement>('#decision [name=decision]')[index];
  if (!radio) return;
  radio.focus();
  radio.click();
  // Once the fields of the decision are there.
  queueMicrotask(() => document.querySelector<HTMLElement>('#decision [data-next]')?.focus());
}
