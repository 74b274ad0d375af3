/** Says that this browser needs no first steps any more; the server reads it. */
export const ONBOARDING_COOKIE = "atoll_started"

const YEAR_SECONDS = 31_536_000

export function storeOnboardingDone(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
  document.cookie = `${ONBOARDING_COOKIE}=1; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
}
