/** Scrolls a list, and not the page, to what is shown of it; to its beginning where that is nothing. */
export function keepInSight(list: HTMLElement, shown: HTMLElement | null): void {
  if (!shown) list.scrollTop = 0;
  else if (shown.offsetTop < list.scrollTop) list.scrollTop = shown.offsetTop;
  else list.scrollTop = Math.max(list.scrollTop, shown.offsetTop + shown.offsetHeight - list.clientHeight);
}
