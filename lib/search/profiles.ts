import { type Author, findAuthors } from "@/lib/profiles/authors"
import type { SearchItem } from "./schema"
import type { FoundCreator, FoundWallet } from "./wallets"

/** Adds usernames and avatars to creators and wallets. */
export async function addProfiles(
  creators: readonly FoundCreator[],
  wallets: readonly FoundWallet[],
): Promise<{ creators: SearchItem[]; wallets: SearchItem[] }> {
  const authors = await findAuthors([...creators, ...wallets].map(({ address }) => address))
  const toPerson = (address: string) => ({ address, ...toProfileFields(authors.get(address)) })
  return {
    creators: creators.map(({ address, tokens }) => ({
      kind: "creator",
      id: `creator ${address}`,
      href: `/wallets/${address}?tab=created`,
      ...toPerson(address),
      tokens,
    })),
    wallets: wallets.map(({ address, holdings }) => ({
      kind: "wallet",
      id: `wallet ${address}`,
      href: `/wallets/${address}`,
      ...toPerson(address),
      holdings,
    })),
  }
}

const toProfileFields = (author: Author | undefined) => ({
  username: author?.username ?? null,
  avatarUrl: author?.avatarUrl ?? null,
})
