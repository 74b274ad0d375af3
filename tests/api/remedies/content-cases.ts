import { pool } from "@/lib/db/client"
import { encodeId } from "@/lib/http/opaque-ids"
import { MAX_REPLY_DEPTH } from "@/lib/reef/constants"
import { RELEASE_DAYS } from "@/lib/social/constants"
import { WAD } from "@/lib/units"
import { blockWallet } from "@/lib/wallets/block-service"
import { createSession } from "@/tests/helpers/auth"
import { moltbookPost, tweet } from "@/tests/helpers/networks"
import { insertComment, insertPoints, insertPost, setMember } from "@/tests/helpers/reef"
import { addressOf, insertToken, insertTrade } from "@/tests/helpers/rows"
import { admin } from "./admin"
import { ask, type Case, newKey, newSession, twice } from "./ask"

const POST = "POST /api/reef/post"
const COMMENT = "POST /api/reef/post/{postId}/comment"
const REPORT = "POST /api/reef/report/{postId}"
const MANAGE = "PATCH /api/reef/post/{postId}/manage"
const PROFILE = "POST /api/v1/me/profile"
const UNKNOWN = encodeId(10n ** 12n)

const entry = (section = "mixed") => ({ section, title: `Kelp ${crypto.randomUUID()}` })

/** As if the wallet's last post were so many seconds ago. */
const wait = (wallet: string, seconds: number) =>
  pool().query(
    "update reef_member set last_post_at = last_post_at - make_interval(secs => $2) where wallet = $1",
    [wallet, seconds],
  )

async function postIn(wrong: string) {
  const { as } = await newKey()
  return twice(POST, { as, body: entry(wrong) }, { as, body: entry() })
}

async function say(wrong: object, right: object = {}) {
  const { as } = await newKey()
  const params = { postId: await insertPost() }
  const body = (fields: object) => ({ as, params, body: { message: "Said", ...fields } })
  return twice(COMMENT, body(wrong), body(right))
}

async function reporter() {
  const { as, wallet } = await newKey()
  await insertPoints(wallet, 500)
  return as
}

let accounts = 0
const newHandle = () => `Rem_${process.pid % 10_000}_${++accounts}`

type Key = { key: string }

async function linkX(as: Key, handle = newHandle()) {
  const { body } = await ask("POST /api/auth/social/challenge", { as })
  const tweetUrl = tweet(handle, body.tweetTemplate)
  return ask("POST /api/auth/social/verify-tweet", { as, body: { tweetUrl } })
}

async function linkMoltbook(as: Key, name: string) {
  const { body } = await ask("POST /api/moltbook/link", { as, body: { moltbookName: name } })
  const postId = moltbookPost({ author: name, content: body.challenge })
  return ask("POST /api/moltbook/verify", { as, body: { moltbookName: name, postId } })
}

const submit = (as: Key, tweetUrl: string) =>
  ask("POST /api/v1/social/verify-tweet", { as, body: { tweetUrl } })
const submitMolt = (as: Key, postId: string) =>
  ask("POST /api/v1/social/verify-moltbook-post", { as, body: { postId } })

/** What the service says of texts and of who may write them. */
export const contentCases = {
  CONTENT_TOO_LONG: [["Change the text"], () => say({ message: "x".repeat(501) })],
  REPLY_TOO_DEEP: [
    ["higher up"],
    async () => {
      const { as } = await newKey()
      const post = await insertPost()
      const top = await insertComment({ post })
      const deep = await insertComment({ post, parent: top, depth: MAX_REPLY_DEPTH })
      const reply = (parentId: string) => ({
        ...{ as, params: { postId: post } },
        body: { message: "Said", parentId },
      })
      return twice(COMMENT, reply(deep), reply(top))
    },
  ],
  PARENT_NOT_FOUND: [["or to the post"], () => say({ parentId: UNKNOWN })],
  OWN_CONTENT: [
    ["another wallet wrote"],
    async () => {
      const { as, wallet } = await newKey()
      const vote = async (by: string) => ({
        as,
        params: { postId: await insertPost({ wallet: by }) },
      })
      return twice("POST /api/reef/vote/{postId}", await vote(wallet), await vote(addressOf(3)))
    },
  ],
  POST_NOT_FOUND: [
    ["GET /api/reef/feed"],
    async () => {
      await insertPost()
      const read = (postId: string) => ask("GET /api/reef/post/{postId}", { params: { postId } })
      const refused = await read(UNKNOWN)
      return [refused, await read((await ask("GET /api/reef/feed")).body.data[0].id)]
    },
  ],
  NOT_AUTHOR: [
    ["wallet that may do this"],
    async () => {
      const [author, other] = [await newKey(), await newKey()]
      const params = { postId: await insertPost({ wallet: author.wallet }) }
      const body = { title: "Changed" }
      return twice(MANAGE, { as: other.as, params, body }, { as: author.as, params, body })
    },
  ],
  NOT_ADMIN: [
    ["wallet that may do this"],
    async () => {
      const { cookie } = await createSession({ account: admin })
      const name = "GET /api/reef/admin/flagged"
      return twice(name, { as: (await newKey()).as }, { as: { cookie } })
    },
  ],
  REEF_BANNED: [
    ["reading goes on"],
    async () => {
      const { as, wallet } = await newKey()
      await setMember(wallet, "banned_at = now()")
      return [await ask(POST, { as, body: entry() }), await ask("GET /api/reef/feed", { as })]
    },
  ],
  REEF_MUTED: [
    ["Wait until the ban ends"],
    async () => {
      const { as, wallet } = await newKey()
      await setMember(wallet, "muted_until = now() + interval '1 hour'")
      const refused = await ask(POST, { as, body: entry() })
      await setMember(wallet, "muted_until = now() - interval '1 second'")
      return [refused, await ask(POST, { as, body: entry() })]
    },
  ],
  SECTION_CLOSED: [["another section"], () => postIn("human")],
  SECTION_FORBIDDEN: [["another section"], () => postIn("agent")],
  TIER_TOO_LOW: [
    ["points"],
    async () => {
      const { as, wallet } = await newKey()
      const params = { postId: await insertPost() }
      const refused = await ask(REPORT, { as, params })
      await insertPoints(wallet, 500)
      return [refused, await ask(REPORT, { as, params })]
    },
  ],
  ALREADY_REPORTED: [
    ["Nothing more"],
    async () => {
      const as = await reporter()
      const params = { postId: await insertPost() }
      await ask(REPORT, { as, params })
      return [await ask(REPORT, { as, params }), await ask("GET /api/reef/feed")]
    },
  ],
  DUPLICATE_CONTENT: [
    ["Write something else"],
    async () => {
      const { as, wallet } = await newKey()
      const body = entry()
      await ask(POST, { as, body })
      await wait(wallet, 3_600)
      return twice(POST, { as, body }, { as, body: entry() })
    },
  ],
  COOLDOWN_ACTIVE: [
    ["`Retry-After`"],
    async () => {
      const { as, wallet } = await newKey()
      await ask(POST, { as, body: entry() })
      const refused = await ask(POST, { as, body: entry() })
      await wait(wallet, Number(refused.headers.get("retry-after")))
      return [refused, await ask(POST, { as, body: entry() })]
    },
  ],
  COMMENT_NOT_ELIGIBLE: [
    ["at least 5 USD"],
    async () => {
      const { as, address } = await newSession()
      const token = await insertToken()
      const body = { projectId: token.id, content: "Kelp grows", authorAddress: address }
      const refused = await ask("POST /api/comments", { as, body })
      await insertTrade({ token: token.address, user: address, amountUsdc: 5n * WAD })
      return [refused, await ask("POST /api/comments", { as, body })]
    },
  ],
  PROJECT_NOT_FOUND: [
    ["`id` of a token"],
    async () => {
      const { as, address } = await newSession()
      const token = await insertToken({ dev: address })
      const body = (projectId: number) => ({
        body: { projectId, content: "Kelp grows", authorAddress: address },
      })
      const tokens = await ask("GET /api/v1/tokens", {
        ...{ as: (await newKey()).as, query: { search: token.address } },
      })
      const [{ id }] = tokens.body.data
      return twice("POST /api/comments", { as, ...body(999_999) }, { as, ...body(id) })
    },
  ],
  USERNAME_TAKEN: [
    ["another name"],
    async () => {
      const [one, other] = [await newKey(), await newKey()]
      const username = `reef${Date.now() % 1_000_000}`
      await ask(PROFILE, { as: one.as, body: { username } })
      const body = { username: `${username}b` }
      return twice(PROFILE, { as: other.as, body: { username } }, { as: other.as, body })
    },
  ],
  WALLET_BLOCKED: [
    ["operator"],
    async () => {
      const { as, wallet } = await newKey()
      await blockWallet({ wallet, reason: null, admin: addressOf(1) })
      const text = { title: "Kelp", description: "It does not grow" }
      const body = { ...text, severity: "low", category: "docs" }
      const refused = await ask("POST /api/v1/bugs/reports", { as, body })
      const { cookie } = await createSession({ account: admin })
      await ask("DELETE /api/v1/admin/block", { as: { cookie }, body: { wallet } })
      return [refused, await ask("POST /api/v1/bugs/reports", { as, body })]
    },
  ],
  NO_ACTIVE_CHALLENGE: [
    ["another challenge"],
    async () => {
      const { as } = await newKey()
      const body = { tweetUrl: tweet(newHandle(), "no code") }
      return [await ask("POST /api/auth/social/verify-tweet", { as, body }), await linkX(as)]
    },
  ],
  CODE_NOT_FOUND: [
    ["Add the code to the post"],
    async () => {
      const { as } = await newKey()
      await ask("POST /api/auth/social/challenge", { as })
      const body = { tweetUrl: tweet(newHandle(), "no code") }
      return [await ask("POST /api/auth/social/verify-tweet", { as, body }), await linkX(as)]
    },
  ],
  ACCOUNT_ALREADY_LINKED: [
    ["unlink it there", `${RELEASE_DAYS} days later`, "with the wallet it belongs to"],
    async () => {
      const [one, other] = [await newKey(), await newKey()]
      const handle = newHandle()
      await linkX(one.as, handle)
      const refused = await linkX(other.as, handle)
      await ask(PROFILE, { as: one.as, body: { removeSocial: "x" } })
      const again = await linkX(one.as, handle)
      if (again.status !== 201) return [refused, again]
      await ask(PROFILE, { as: one.as, body: { removeSocial: "x" } })
      await pool().query(
        "update released_account set released_at = released_at - make_interval(days => $1)",
        [RELEASE_DAYS],
      )
      return [refused, await linkX(other.as, handle)]
    },
  ],
  WALLET_ALREADY_LINKED: [
    ["Unlink the other account"],
    async () => {
      const { as } = await newKey()
      await linkX(as)
      const refused = await ask("POST /api/auth/social/challenge", { as })
      await ask(PROFILE, { as, body: { removeSocial: "x" } })
      return [refused, await linkX(as)]
    },
  ],
  SOCIAL_NOT_LINKED: [
    ["Link the account first"],
    async () => {
      const { as } = await newKey()
      const handle = newHandle()
      const refused = await submit(as, tweet(handle, "@AtollHQ kelp"))
      await linkX(as, handle)
      return [refused, await submit(as, tweet(handle, "@AtollHQ kelp"))]
    },
  ],
  SOCIAL_AUTHOR_MISMATCH: [
    ["post of the linked account"],
    async () => {
      const { as } = await newKey()
      const handle = newHandle()
      await linkX(as, handle)
      const refused = await submit(as, tweet(newHandle(), "@AtollHQ kelp"))
      return [refused, await submit(as, tweet(handle, "@AtollHQ kelp grows"))]
    },
  ],
  TAG_MISSING: [
    ["Mention the account"],
    async () => {
      const { as } = await newKey()
      const handle = newHandle()
      await linkX(as, handle)
      const refused = await submit(as, tweet(handle, "kelp"))
      return [refused, await submit(as, tweet(handle, "@AtollHQ kelp, seen"))]
    },
  ],
  MOLTBOOK_NOT_LINKED: [
    ["Link the account first"],
    async () => {
      const { as } = await newKey()
      const author = newHandle()
      const id = () =>
        moltbookPost({ author, content: `atoll ${crypto.randomUUID()}`, submolt: "atoll" })
      const refused = await submitMolt(as, id())
      await linkMoltbook(as, author)
      return [refused, await submitMolt(as, id())]
    },
  ],
} satisfies Record<string, Case>
