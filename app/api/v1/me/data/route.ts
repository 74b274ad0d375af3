import { dataDeletion } from "@/lib/account/data-schema"
import { deleteWalletData } from "@/lib/account/deletion"
import { resource, route } from "@/lib/api/route"
import { signOut } from "@/lib/auth/session"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  DELETE: route({
    summary:
      "Delete what is stored about the acting wallet beside the chain, and sign it out everywhere",
    tag: "My Account",
    auth: "session",
    response: dataDeletion,
    handler: async ({ caller: { wallet, session }, headers }) => {
      const answer = await deleteWalletData(wallet)
      const { cookie } = await signOut(session, wallet)
      if (cookie) headers.push(["Set-Cookie", cookie])
      return answer
    },
  }),
})
