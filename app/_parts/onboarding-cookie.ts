import { ONBOARDING_COOKIE } from "@/lib/pages/cookies"

const YEAR_SECONDS = 31_536_000

export function storeOnboardingDone(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = `${ONBOARDING_COOKIE}=1; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
}
