import { Badge } from "@/components/ui/figures"

/** What is known of the wallets that trade a token. */
export type TraderRoles = {
  creator?: string | undefined
  /** Buyers among the first. */
  early?: readonly string[] | undefined
  /** The viewer's wallet. */
  own?: string | null
}

/** Who a trader is to this token, in words. */
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
