import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';

/** Shows a panel, and the page, from the top whenever another thing is on it: what it was scrolled by was another's. */
export function fromTop(what: () => readonly unknown[]): Attachment {
  return (panel) => {
    let shown = untrack(what);
    $effect(() => {
      const now = what();
      if (now.every((each, i) => each === shown[i])) return;
      shown = now;
      panel.scrollTop = 0;
      scrollTo(0, 0);
    });
  };
}
