import { prisma } from "@/lib/db/client"
import { env } from "@/lib/env"
import type { DailyJob } from "@/lib/jobs/daily"
import { renewSeal } from "./token-cipher"

const BATCH = 100

/** Encrypts stored tokens with the key that replaces the former one, which nothing needs afterwards. */
export const renewTokenSeals: DailyJob = {
  name: "token-keys",
  async run({ signal }) {
    if (env().TOKEN_ENCRYPTION_KEY_FORMER === undefined) return
    let after = ""
    let unreadable = 0
    for (;;) {
      const rows = await prisma.oauthToken.findMany({
        where: { wallet: { gt: after } },
        orderBy: { wallet: "asc" },
        take: BATCH,
      })
      if (rows.length === 0) break
      for (const { wallet, sealed } of rows) {
        signal.throwIfAborted()
        after = wallet
        const renewed = renewedOrNone(Buffer.from(sealed), wallet)
        if (renewed === undefined) unreadable++
        // A token that was replaced or removed meanwhile is none of these rows.
        else if (renewed) {
          await prisma.oauthToken.updateMany({
            where: { wallet, sealed },
            data: { sealed: renewed },
          })
        }
      }
    }
    if (unreadable > 0) throw new Error(`Tokens that neither key opens: ${unreadable}`)
  },
}

/** Undefined when neither key opens it. */
function renewedOrNone(sealed: Buffer, wallet: string) {
  try {
    return renewSeal(sealed, wallet)
  } catch {
    return undefined
  }
}
