import { beforeEach, expect, test } from "vitest"
import { encodeId } from "@/lib/http/opaque-ids"
import { findMissing } from "@/lib/page-existence"
import { insertPost } from "@/tests/helpers/reef"
import { addressOf, emptyTables, insertToken } from "@/tests/helpers/rows"

beforeEach(emptyTables)

test.each([
  ["/", true],
  ["/markets", true],
  ["/markets/create", true],
  ["/reef/new", true],
  ["/reef/moderation", true],
  ["/agents/new", true],
  ["/docs/api", true],
  ["/docs/search", true],
  ["/docs/no-such-guide", false],
  ["/docs/api/noSuchOperation", false],
  ["/docs/api/postApiV1Quote", true],
  [`/wallets/${addressOf(1)}`, true],
  ["/wallets/0x1", false],
  ["/portfolio/alice", false],
  [`/portfolio/${addressOf(1)}`, true],
  [`/tx/0x${"a".repeat(64)}`, true],
  ["/tx/0xabc", false],
  ["/rounds/btc/5m", true],
  ["/rounds/btc/7m", false],
  ["/rounds/xyz/5m", false],
  ["/tokens/0x1", false],
  [`/tokens/${addressOf(1)}`, false],
  [`/markets/${addressOf(1)}`, false],
  ["/agents/1", false],
  ["/agents/one", false],
  ["/agents/99999999999999999999", false],
  [`/agents/${addressOf(1)}`, true],
  [`/reef/${encodeId(1n)}`, false],
  ["/reef/hello", false],
])("%s: %s", async (pathname, isThere) => {
  expect((await findMissing(pathname)) === null).toBe(isThere)
})

test("a token and a post are there as soon as they are stored, in any spelling of the address", async () => {
  const token = `0x${"ab".repeat(20)}`
  await insertToken({ address: token })
  expect(await findMissing(`/tokens/${token}`)).toBeNull()
  expect(await findMissing(`/tokens/0x${"AB".repeat(20)}`)).toBeNull()
  expect(await findMissing(`/markets/${token}`)).toBe("market")
  expect(await findMissing(`/reef/${await insertPost()}`)).toBeNull()
})
