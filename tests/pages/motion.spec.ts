import { contracts } from "./helpers/chain"
import { expect, test } from "./helpers/test"

test.use({ contextOptions: { reducedMotion: "reduce" } })

for (const path of ["/", "/launchpad", `/tokens/${contracts.mainToken}`, "/launch"]) {
  test(`nothing moves by itself on ${path} for who asked for it`, async ({ page }) => {
    await page.goto(path)
    const moving = await page.evaluate(() =>
      document.getAnimations().flatMap((animation) => {
        const { effect, playState } = animation
        const { duration, iterations } = effect?.getComputedTiming() ?? {}
        const isLong = typeof duration !== "number" || duration > 10 || iterations !== 1
        const target = effect instanceof KeyframeEffect ? effect.target?.outerHTML : undefined
        return playState === "running" && isLong ? [target?.slice(0, 160) ?? "?"] : []
      }),
    )
    expect(moving).toEqual([])
  })
}
