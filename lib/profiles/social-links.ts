import { prisma } from "@/lib/db/client"
import { type Platform, platformDetails, platforms } from "./validation"

/** The accounts that a wallet names, private ones among them, in the order of the networks. */
export async function findSocialLinks(wallet: string) {
  return inOrder(await prisma.socialLink.findMany({ where: { wallet } }))
}

/** In the order of the networks. */
const inOrder = <L extends { platform: string }>(links: readonly L[]) =>
  platforms.flatMap((platform) =>
    links.filter((link) => link.platform === platform).map((link) => ({ ...link, platform })),
  )

/** The public form: an account without an address has an empty one. */
export const toPublicSocial = ({ platform, handle }: { platform: Platform; handle: string }) => ({
  platform,
  handle,
  url: platformDetails[platform].url(handle) ?? "",
})

type PublicSocial = ReturnType<typeof toPublicSocial>

/** The accounts that each of these wallets has made public. */
export async function findPublicSocials(
  wallets: readonly string[],
): Promise<Map<string, PublicSocial[]>> {
  const byWallet = new Map<string, PublicSocial[]>()
  if (wallets.length === 0) return byWallet
  const links = await prisma.socialLink.findMany({
    where: { wallet: { in: [...wallets] }, isPublic: true },
  })
  for (const { wallet, ...link } of inOrder(links)) {
    const ofWallet = byWallet.get(wallet)
    if (ofWallet) ofWallet.push(toPublicSocial(link))
    else byWallet.set(wallet, [toPublicSocial(link)])
  }
  return byWallet
}
