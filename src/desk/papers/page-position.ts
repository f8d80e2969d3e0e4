/** Share of the view, from its top, at which a page counts as the current one. */
const READING_LINE = 0.25;

const sheetsIn = (region: Element) => [...region.querySelectorAll<HTMLElement>('[data-page]')];

export function pageInView(region: Element): number {
  const { top, height } = region.getBoundingClientRect();
  const line = top + READING_LINE * height;
  const sheet = sheetsIn(region).findLast((each) => each.getBoundingClientRect().top <= line);
  return Number(sheet?.dataset.page ?? 1);
}

export function goToPage(region: Element, page: number): void {
  const sheet = sheetsIn(region).find((each) => each.dataset.page === String(page));
  if (!sheet) return;
  const distance = sheet.getBoundingClientRect().top - region.getBoundingClientRect().top;
  region.scrollTop += distance;
}

export function stepPage(by: 1 | -1): void {
  const region = document.querySelector('#proof [data-page]')?.parentElement;
  if (region) goToPage(region, pageInView(region) + by);
}
