import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { type Platform, platformDetails, platforms } from "./validation"

/** The accounts that a wallet names, private ones among them, in the order of the networks. */
export const findSocialLinks = (wallet: string) => selectLinks({ wallets: [wallet] })

const selectLinks = statement({ wallets: "text[]" }, ({ wallets }) =>
  db
    .selectFrom("social_link")
    .select([
      "wallet",
      "platform",
      "handle",
      "is_public as isPublic",
      "is_linked as isLinked",
      "display_name as displayName",
      "picture",
    ])
    .where(({ ref }) => sql<boolean>`${ref("wallet")} = any(${wallets})`)
    .orderBy(
      ({ ref }) => sql`array_position(${sql.lit(`{${platforms}}`)}::text[], ${ref("platform")})`,
    ),
)

/** As everybody sees it: an account without an address has an empty one. */
export const toPublicSocial = ({ platform, handle }: { platform: Platform; handle: string }) => ({
  platform,
  handle,
  url: platformDetails[platform].url(handle) ?? "",
})

type PublicSocial = ReturnType<typeof toPublicSocial>

/** What each of these wallets has made public. */
export async function findPublicSocials(
  wallets: readonly string[],
): Promise<Map<string, PublicSocial[]>> {
  const byWallet = new Map<string, PublicSocial[]>()
  if (wallets.length === 0) return byWallet
  for (const { wallet, isPublic, ...link } of await selectLinks({ wallets })) {
    if (!isPublic) continue
    const known = byWallet.get(wallet)
    if (known) known.push(toPublicSocial(link))
    else byWallet.set(wallet, [toPublicSocial(link)])
  }
  return byWallet
}
