/**
 * Of networks by the variants that each is for the one that serves a variant, as network_file_for() in src/eval/network.cpp
 * has it: its own, else one with options that may be whatever they are, as in "ataxx:orthogonal,size=any".
 */
export function networkFor<T>(networks: Record<string, T>, variant: string): T | undefined {
  const serving = Object.keys(networks).find((game) => {
    const any = parts(game).filter((option) => option.endsWith('=any')).map(nameOf);
    const bound = (of: string) => parts(of).filter((option) => !any.includes(nameOf(option))).join();
    return any.length > 0 && bound(game) === bound(variant);
  });
  return networks[variant] ?? networks[serving ?? ''];
}

/** The game, then its options. */
const parts = (variant: string) => variant.split(/[:,]/);
const nameOf = (option: string) => option.split('=')[0]!;
