/** Tests that React holds a reference to this text node, and not only to its parent. */
const isHeld = (node: Node | null) =>
  node instanceof Text && Object.keys(node).some((key) => key.startsWith('__reactFiber$'));

const named = (node: Node, parent: Node | null = node.parentNode) =>
  `«${node.textContent}» in ${(parent?.cloneNode() as Element | undefined)?.outerHTML}`;

/**
 * Describes mutations that fail on a translated page. A translator replaces text nodes: React can
 * then neither change nor remove one, nor insert before it.
 */
function wrongIn(record: MutationRecord): string[] {
  const { type, target, removedNodes, addedNodes, nextSibling } = record;
  if (type === 'characterData') return isHeld(target) ? [`changed in place: ${named(target)}`] : [];
  const removed = [...removedNodes].filter(isHeld).map((node) => `removed: ${named(node, target)}`);
  const isBefore = addedNodes.length > 0 && nextSibling && isHeld(nextSibling);
  return isBefore ? [...removed, `inserted before: ${named(nextSibling, target)}`] : removed;
}

/** Collects mutations that would fail on a translated page. */
export function watchTexts(): () => string[] {
  const wrong: string[] = [];
  const take = (records: MutationRecord[]) => wrong.push(...records.flatMap(wrongIn));
  const observer = new MutationObserver(take);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  return () => {
    take(observer.takeRecords());
    observer.disconnect();
    return [...new Set(wrong)];
  };
}
