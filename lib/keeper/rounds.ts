import { zeroAddress } from "viem"
import { toAddress } from "@/lib/chain/browser"
import { getDeployment } from "@/lib/chain/deployment"
import { priceFeedAbi } from "@/lib/chain/generated/PriceFeed"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { type Asset, assets } from "@/lib/updown/assets"
import { priceStaleness } from "@/lib/updown/math"
import { type Timeframe, timeframes } from "@/lib/updown/timeframes"
import type { Attempts } from "./attempts"
import { type KeeperWallet, unless } from "./wallet"

/** Seconds after the end in which the deciding update may come; then the round can be canceled. */
const FINALIZE_WINDOW = 1_200

/** Pause after a refusal to open a round. */
const REFUSAL_SECONDS = 30

/** Another wallet was faster, or the feed has not reported enough. */
const NOT_DUE = ["NoActiveRound", "TooEarlyToSettle", "NoUpdateAfterEndTime"]
/** No price decides the round, so it can only be cancelled. */
const UNDECIDED = ["NoValidPriceInWindow", "InvalidPrice"]
/** A round is open by now, none may be opened, or there is no price to start with. */
const NOT_STARTABLE = ["AlreadyStarted", "NoActiveRound", "Paused", "StalePrice", "InvalidPrice"]

/** The rounds of one asset and timeframe, with the open round as last read. */
type Series = {
  asset: Asset
  timeframe: Timeframe
  open: { roundId: bigint; endTime: number } | null
  /** The contract has refused to open a round until then. */
  refusedUntil: number
}

/** The chain's time, and the time of the feed's latest price. */
type Moment = { now: number; priceTime: number }

/**
 * Settles ended rounds, cancels those that no price decides, and opens one where none is open. Rounds follow each
 * other, so it only keeps the open one of each asset and timeframe, and reads nothing until it ends.
 */
export class RoundKeeper {
  private readonly series: Series[] = assets
    .filter((asset) => getDeployment().upDown[asset] !== zeroAddress)
    .flatMap((asset) =>
      timeframes.map((timeframe) => ({ asset, timeframe, open: null, refusedUntil: 0 })),
    )

  constructor(
    private readonly wallet: KeeperWallet,
    private readonly attempts: Attempts,
    private readonly log: (line: string) => void,
  ) {}

  /** `now` is the chain's time. */
  async run(now: number): Promise<void> {
    for (const asset of assets) {
      const ended = this.series.filter(
        (series) => series.asset === asset && now >= (series.open?.endTime ?? series.refusedUntil),
      )
      if (ended.length === 0) continue
      const moment = { now, priceTime: await this.readPriceTime(asset) }
      for (const series of ended.filter((each) => isDue(each, moment))) {
        const what = `settle the ${series.timeframe.label} round of ${asset}`
        await this.attempts.run(what, () => this.advance(series, moment))
      }
    }
  }

  /** 0 for a feed that does not answer: its rounds are canceled in the end. */
  private async readPriceTime(asset: Asset): Promise<number> {
    let time = 0
    await this.attempts.run(`read the price of ${asset}`, async () => {
      const { client } = this.wallet
      const address = await client.readContract({
        ...contractOf(asset),
        functionName: "priceFeed",
      })
      const feed = { address, abi: priceFeedAbi } as const
      const [, , , updatedAt] = await client.readContract({
        ...feed,
        functionName: "latestRoundData",
      })
      time = Number(updatedAt)
    })
    return time
  }

  private async advance(series: Series, moment: Moment) {
    series.open = await this.readOpen(series)
    if (!series.open) await this.openNext(series, moment)
    else if (moment.now >= series.open.endTime && isDue(series, moment)) {
      await this.close(series, series.open, moment)
    }
  }

  private async openNext(series: Series, { now, priceTime }: Moment) {
    // This is no refusal: the round is opened as soon as there is a new price.
    if (now - priceTime > priceStaleness(series.timeframe.seconds)) return
    const { client, account } = this.wallet
    const { request } = await client
      .simulateContract({ ...callOf(series, account), functionName: "startRound" })
      .catch(unless(...NOT_STARTABLE))
    if (!request) series.refusedUntil = now + REFUSAL_SECONDS
    if (request && (await this.send(series, 0n, request))) {
      this.log(`Opened ${nameOf(series, await this.readCurrentId(series))}`)
    }
  }

  private async close(
    series: Series,
    { roundId, endTime }: NonNullable<Series["open"]>,
    moment: Moment,
  ) {
    const { client, account } = this.wallet
    const { request } = await client
      .simulateContract({ ...callOf(series, account), functionName: "settleCurrentRound" })
      .catch(unless(...NOT_DUE, ...UNDECIDED))
    if (request) {
      if (await this.send(series, roundId, request)) {
        this.log(`Settled ${nameOf(series, roundId)}`)
      }
      return
    }
    if (moment.now >= endTime + FINALIZE_WINDOW) await this.cancel(series, roundId)
  }

  private async cancel(series: Series, roundId: bigint) {
    const { client, account } = this.wallet
    const { request } = await client
      .simulateContract({
        ...callOf(series, account),
        functionName: "cancelCurrentRoundAndStartNext",
      })
      .catch(unless(...NOT_DUE))
    if (request && (await this.send(series, roundId, request))) {
      this.log(`Canceled ${nameOf(series, roundId)}`)
    }
  }

  /** Returns false when another wallet was faster. */
  private async send(
    series: Series,
    roundId: bigint,
    request: Parameters<KeeperWallet["send"]>[0],
  ) {
    try {
      await this.wallet.send(request)
    } catch (error) {
      if ((await this.readCurrentId(series)) === roundId) throw error
      return false
    } finally {
      series.open = null
    }
    return true
  }

  private readCurrentId({ asset, timeframe }: Series): Promise<bigint> {
    return this.wallet.client.readContract({
      ...contractOf(asset),
      functionName: "currentRoundId",
      args: [timeframe.code],
    })
  }

  private async readOpen(series: Series): Promise<Series["open"]> {
    const roundId = await this.readCurrentId(series)
    if (roundId === 0n) return null
    const [, endTime] = await this.wallet.client.readContract({
      ...contractOf(series.asset),
      functionName: "getRound",
      args: [series.timeframe.code, roundId],
    })
    return { roundId, endTime: Number(endTime) }
  }
}

/** An ended round waits for its price, until it is too late for one. Whether another one is open has to be read. */
function isDue({ open }: Series, { now, priceTime }: Moment): boolean {
  if (!open) return true
  return priceTime >= open.endTime || now >= open.endTime + FINALIZE_WINDOW
}

const contractOf = (asset: Asset) =>
  ({ address: toAddress(getDeployment().upDown[asset]), abi: upDownAbi }) as const

const callOf = ({ asset, timeframe }: Series, account: KeeperWallet["account"]) =>
  ({ ...contractOf(asset), account, args: [timeframe.code] }) as const

const nameOf = ({ asset, timeframe }: Series, roundId: bigint) =>
  `${timeframe.label} round ${roundId} of ${asset}`
