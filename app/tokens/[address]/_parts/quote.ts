import type { TokenView } from "@/lib/tokens/schema"

/** Symbol of the asset a token's pool trades against. */
export function quoteSymbol({ isMain }: Pick<TokenView, "isMain">): string {
  return isMain ? "USDB" : "TIDE"
}
