import type { Metadata, Viewport } from "next"
import { cookies } from "next/headers"
import { connection } from "next/server"
import type { ReactNode } from "react"
import { Footer } from "@/components/layout/footer"
import { Header } from "@/components/layout/header"
import { IndexStatus } from "@/components/layout/index-status"
import { BottomBar } from "@/components/layout/navigation"
import { NavigationProgress } from "@/components/layout/navigation-progress"
import {
  PALETTE_COOKIE,
  parsePalette,
  parseTheme,
  THEME_COOKIE,
  themeAttributes,
} from "@/components/layout/theme"
import { Toaster } from "@/components/ui/toaster"
import { Providers } from "@/components/wallet/providers"
import { isDocumentRequest, setPageStatus } from "@/lib/api/page-status"
import { getBrowserConfig } from "@/lib/chain/browser-config"
import { env } from "@/lib/env"
import { isDatabaseReachable } from "@/lib/health/database"
import { Unavailable } from "./_parts/unavailable"
import { fontVariables } from "./fonts"
import "./globals.css"

const DESCRIPTION =
  "Bet on what happens, launch tokens and trade them on an open exchange, as a person or as an agent."

/** `--surface` of both themes. */
const BARS = { light: "#ffffff", dark: "#0a222d" }

export async function generateMetadata(): Promise<Metadata> {
  // As below: the site's own address is not known when it is built.
  await connection()
  return {
    metadataBase: new URL(env().BASE_URL),
    title: { default: "Atoll", template: "%s · Atoll" },
    description: DESCRIPTION,
    applicationName: "Atoll",
    openGraph: { type: "website", siteName: "Atoll", locale: "en" },
    twitter: { card: "summary_large_image" },
    icons: { icon: "/icon.svg", apple: "/icons/apple-touch.png" },
  }
}

/** The colour of the browser's own bars; a chosen theme counts before the system's. */
export async function generateViewport(): Promise<Viewport> {
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value)
  if (theme !== "system") return { themeColor: BARS[theme] }
  return {
    themeColor: [
      { media: "(prefers-color-scheme: light)", color: BARS.light },
      { media: "(prefers-color-scheme: dark)", color: BARS.dark },
    ],
  }
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // One build serves any chain, so the configuration is read when the page is asked for.
  await connection()
  const config = getBrowserConfig()
  const cookieStore = await cookies()
  // Next answers a page that throws with an empty document, so the page is not rendered into it.
  const isDatabaseDown = isDocumentRequest() && !(await isDatabaseReachable())
  if (isDatabaseDown) setPageStatus(503)
  const themeProps = themeAttributes(
    parseTheme(cookieStore.get(THEME_COOKIE)?.value),
    parsePalette(cookieStore.get(PALETTE_COOKIE)?.value),
  )
  return (
    <html className={fontVariables} lang="en" {...themeProps}>
      <body className="flex flex-col">
        <a
          className="sr-only z-30 rounded-control bg-surface px-4 py-3 text-accent focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
          href="#content"
        >
          Skip to the content
        </a>
        <Providers config={config}>
          <NavigationProgress />
          <Header chainName={config?.chainName ?? null} />
          <main className="mx-auto w-full max-w-7xl flex-1 px-4 py-6 sm:px-6 lg:py-8" id="content">
            {isDatabaseDown ? <Unavailable>{children}</Unavailable> : children}
          </main>
          <Footer
            chainName={config?.chainName ?? null}
            sourceUrl={env().SOURCE_URL ?? null}
            indexStatus={<IndexStatus />}
          />
          <BottomBar />
          <Toaster />
        </Providers>
      </body>
    </html>
  )
}
