/**
 * Studies as addresses: "#study" is the list of one's own, "#study/ID/2" the second chapter of one of them, which this browser keeps, and
 * "#study=DATA/2" that of a study which the address holds whole, so that it can be sent. What follows "#" is never sent to a server.
 */
export interface StudyAddress {
  /** Of one's own. */
  id?: string;
  /** A study's text, as pack() makes it. */
  data?: string;
  /** From 1 on. */
  chapter?: number;
}

export function writeStudies({ id, data, chapter = 1 }: StudyAddress): string {
  return `#study${data ? `=${data}` : id ? `/${id}` : ''}${(data ?? id) && chapter > 1 ? `/${chapter}` : ''}`;
}

/** Undefined where the address is none of a study, or none that could be. */
export function readStudies(place: string): StudyAddress | undefined {
  const [match, id, data, chapter] = /^#study(?:\/([a-zA-Z\d]+)|=([\w-]+))?(?:\/(\d{1,4})?)?$/.exec(place) ?? [];
  return match === undefined ? undefined : { ...(id ? { id } : {}), ...(data ? { data } : {}), ...(chapter ? { chapter: Number(chapter) } : {}) };
}
