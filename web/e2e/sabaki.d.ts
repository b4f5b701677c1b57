/** What the tests use of packages that declare no types. */
declare module '@sabaki/gtp' {
  export interface Response {
    id: number | null;
    error: boolean;
    content: string;
  }
  export class Controller {
    constructor(path: string, args?: string[]);
    sendCommand(command: { id?: number; name: string; args?: string[] }): Promise<Response>;
    stop(): Promise<void>;
  }
  const gtp: { Controller: typeof Controller };
  export default gtp;
}
declare module '@sabaki/sgf' {
  export interface Node {
    data: Record<string, string[]>;
    children: Node[];
  }
  const sgf: { parse(text: string): Node[]; stringify(roots: Node[]): string };
  export default sgf;
}
