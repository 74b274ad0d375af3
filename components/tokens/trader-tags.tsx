import { Badge } from "@/components/ui/figures"

/** Wallets with a role in a token. */
export type TraderRoles = {
  creator?: string | undefined
  /** The first buyers. */
  early?: readonly string[] | undefined
  /** The viewer's wallet. */
  own?: string | null
}

/** Badges of a trader's roles. */
export function TraderTags({ wallet, creator, early, own }: TraderRoles & { wallet: string }) {
  const isCreator = wallet === creator
  return (
    <>
      {wallet === own && <Badge tone="up">You</Badge>}
      {isCreator && <Badge tone="warning">Creator</Badge>}
      {!isCreator && early?.includes(wallet) && <Badge>Early buyer</Badge>}
    </>
  )
}
