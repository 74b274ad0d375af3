import {
  BaseError,
  encodeErrorResult,
  HttpRequestError,
  InsufficientFundsError,
  UserRejectedRequestError,
} from "viem"
import { describe, expect, test } from "vitest"
import { appError, describeFailure } from "@/components/browser/failure"
import { ApiClientError } from "@/lib/api/client"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { appErrors } from "@/lib/errors/app"

const wrapped = (cause: Error) =>
  new BaseError("Outer", { cause: new BaseError("Inner", { cause }) })
const coded = (code: number) => Object.assign(new Error("from the wallet"), { code })

describe("describeFailure", () => {
  test("finds the contract's reason on the error or in its data", () => {
    const args = [1n, 2n] as const
    const data = encodeErrorResult({ abi: swapAbi, errorName: "InsufficientOutput", args })
    for (const carried of [data, { data }]) {
      const revert = Object.assign(new Error("execution reverted"), { code: 3, data: carried })
      expect(describeFailure(wrapped(revert))).toMatchObject({
        code: "InsufficientOutput",
        sentence: "The price moved beyond your slippage tolerance.",
        isUserRejection: false,
      })
    }
  })

  test("names the right address where the service is open at another", () => {
    const message = "Signing in and changes are possible at https://atoll.example only"
    expect(describeFailure(new ApiClientError(403, "CSRF_REJECTED", message, 0))).toMatchObject({
      sentence: message,
      remedy: "Open Atoll’s own address and try again.",
    })
  })

  test("recognises the user's rejection", () => {
    expect(describeFailure(wrapped(new UserRejectedRequestError(new Error("no"))))).toMatchObject({
      code: "4001",
      isUserRejection: true,
    })
  })

  test.each([
    4001, 4100, 4200, 4900, 4901, 4902, 5710, -32000, -32002, -32003, -32005, -32601, -32603,
  ])("has a sentence and a remedy for the wallet's %i", (code) => {
    const failure = describeFailure(wrapped(coded(code)))
    expect(failure.code).toBe(`${code}`)
    expect(failure.sentence).toMatch(/\.$/)
    expect(failure.remedy).toMatch(/\.$/)
  })

  test("says when a refused request may be sent again", () => {
    const before = Date.now()
    const failure = describeFailure(new ApiClientError(429, "RATE_LIMITED", "Too many", 30))
    expect(failure.retryAt).toBeGreaterThanOrEqual(before + 30_000)
    expect(failure.retryAt).toBeLessThanOrEqual(Date.now() + 30_000)
    expect(describeFailure(new ApiClientError(400, "BAD_REQUEST", "No", 0))).not.toHaveProperty(
      "retryAt",
    )
  })

  test("prefers a known cause to the wallet's code", () => {
    const cause = Object.assign(coded(-32603), { cause: new InsufficientFundsError() })
    expect(describeFailure(wrapped(cause)).code).toBe("InsufficientFundsError")
  })

  test("recognises an unreachable node", () => {
    const error = new HttpRequestError({ url: "http://127.0.0.1:1", body: {} })
    expect(describeFailure(wrapped(error)).sentence).toBe("The chain cannot be reached.")
  })

  test.each([
    ["UNAUTHENTICATED", 401],
    ["KEY_LIMIT_REACHED", 400],
    ["RATE_LIMITED", 429],
    ["OFFLINE", 0],
  ])("has its own words for the service's %s", (code, status) => {
    const failure = describeFailure(new ApiClientError(status, code, "as the service says", 0))
    expect(failure.code).toBe(code)
    expect(failure.sentence).not.toBe("as the service says")
  })

  test("keeps the API's message for an unknown code", () => {
    const failure = describeFailure(new ApiClientError(409, "NEW_CODE", "Something new", 0))
    expect(failure).toMatchObject({ code: "NEW_CODE", sentence: "Something new" })
  })

  test("passes on app errors", () => {
    expect(describeFailure(appError("CANCELLED"))).toEqual({
      code: "CANCELLED",
      ...appErrors.CANCELLED,
      isUserRejection: false,
    })
  })

  test.each([null, undefined, "text", 7])("survives %j being thrown", (thrown) => {
    expect(describeFailure(thrown).code).toBe("UNKNOWN")
  })
})
