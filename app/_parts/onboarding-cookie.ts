/** Set once the onboarding is completed or dismissed; the server then leaves it out. */
export const ONBOARDING_COOKIE = "atoll_started"

const YEAR_SECONDS = 31_536_000

export function storeOnboardingDone(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = `${ONBOARDING_COOKIE}=1; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
}
