/** Keys that walk, or scroll: they do so for as long as they are held. */
const walks = /^(Arrow\w+|Home|End|PageUp|PageDown|Tab)$/;

/** Where keys write. */
const writes = 'input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]';

/** Buttons that walk as the arrows do. */
const walkers = '.browse *';

/** Where the space bar does something else than scroll. */
const acts = 'button, a, summary, label, input, [role=gridcell]';

/**
 * A key that is held acts once: what the browser repeats is stopped before anything hears of it, but where it walks or writes. To be
 * called for every key before all others.
 */
export function stopRepeat(event: KeyboardEvent): void {
  const { key, repeat, target } = event;
  if (!repeat || walks.test(key) || !(target instanceof Element) || target.matches(walkers)) return;
  if (key === 'Enter' ? target.matches('textarea, [contenteditable]') : target.matches(writes)) return;
  if (key !== 'Enter' && key !== ' ' && (event.ctrlKey || event.metaKey || event.altKey)) return; // the browser's own
  if (key !== ' ' || target.matches(acts)) event.preventDefault();
  event.stopImmediatePropagation();
}
