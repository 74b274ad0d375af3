import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { describeFailure } from "@/components/browser/failure"
import { refuseImpossible } from "@/components/wallet/transactions/quoted-action"

const fetchMock = vi.fn<typeof fetch>()
const wallet = `0x${"a".repeat(40)}`
const action = { action: "vault.lock", amount: "5" } as const
const blocker = { code: "LoanActive", message: "One loan per wallet.", remedy: "Repay it first." }

beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock)
})
afterEach(() => {
  fetchMock.mockReset()
  vi.unstubAllGlobals()
})

test("refuses what the quote names as blocked, with its reason and remedy", async () => {
  fetchMock.mockResolvedValueOnce(Response.json({ blockers: [blocker] }))
  const error = await refuseImpossible(action, wallet).catch((each: unknown) => each)
  const { code, message: sentence, remedy } = blocker
  expect(describeFailure(error)).toEqual({ isUserRejection: false, code, sentence, remedy })
  const [[url, init] = []] = fetchMock.mock.calls
  expect(url).toBe("/api/internal/quote")
  expect(JSON.parse(`${init?.body}`)).toEqual({ ...action, wallet })
})

test("lets an action pass that nothing blocks", async () => {
  fetchMock.mockResolvedValueOnce(Response.json({ blockers: [] }))
  await expect(refuseImpossible(action, wallet)).resolves.toBeUndefined()
})

test("leaves the decision to the node where the service does not answer, or not for long", async () => {
  fetchMock.mockResolvedValueOnce(Response.json({ error: "x", code: "X" }, { status: 503 }))
  await expect(refuseImpossible(action, wallet)).resolves.toBeUndefined()
  fetchMock.mockRejectedValueOnce(new TypeError("offline"))
  await expect(refuseImpossible(action, wallet)).resolves.toBeUndefined()
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(AbortSignal.abort())
  fetchMock.mockImplementationOnce(async (_, init) => {
    init?.signal?.throwIfAborted()
    return new Promise<Response>(() => {})
  })
  await expect(refuseImpossible(action, wallet)).resolves.toBeUndefined()
  expect(timeout).toHaveBeenCalledWith(4_000)
})

test("asks nothing of what is no action", async () => {
  await refuseImpossible(null, wallet)
  expect(fetchMock).not.toHaveBeenCalled()
})
