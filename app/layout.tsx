import type { Metadata, Viewport } from "next"
import { headers } from "next/headers"
import { connection } from "next/server"
import { Activity, type ReactNode } from "react"
import { preload } from "react-dom"
import { Footer } from "@/components/layout/footer"
import { Header } from "@/components/layout/header"
import { IndexStatus } from "@/components/layout/index-status"
import { BottomBar } from "@/components/layout/navigation"
import { NavigationProgress } from "@/components/layout/navigation-progress"
import { ScrollMemory } from "@/components/layout/scroll-memory"
import { KeepReferrer } from "@/components/referral/keep-referrer"
import { Toaster } from "@/components/ui/toaster"
import { WalletRoot } from "@/components/wallet/wallet-root"
import { getBrowserConfig } from "@/lib/chain/browser-config"
import { env } from "@/lib/env"
import { firstPaintScript } from "@/lib/first-paint"
import { DATABASE_HEADER } from "@/lib/pages/page-state"
import { THEME_COLORS } from "@/lib/pages/theme"
import { Unavailable } from "./_parts/unavailable"
import { fontVariables } from "./fonts"
import "./globals.css"
import icons from "./icons.svg"

const DESCRIPTION =
  "Prediction markets, token launches and an open exchange, for people and agents."

export async function generateMetadata(): Promise<Metadata> {
  // BASE_URL is not known at build time.
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

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: THEME_COLORS.light },
    { media: "(prefers-color-scheme: dark)", color: THEME_COLORS.dark },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // One build serves any chain: the configuration is read per request.
  await connection()
  preload(icons.src, { as: "image", crossOrigin: "anonymous" })
  const config = getBrowserConfig()
  const requestHeaders = await headers()
  // Next renders an empty document for a page that throws, so the page is not rendered.
  const isDatabaseDown = requestHeaders.has(DATABASE_HEADER)
  return (
    // A script sets attributes before React takes over.
    <html className={fontVariables} lang="en" suppressHydrationWarning>
      <head>
        <script
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
          dangerouslySetInnerHTML={{ __html: firstPaintScript }}
          nonce={requestHeaders.get("x-nonce") ?? undefined}
          suppressHydrationWarning
        />
      </head>
      <body className="flex flex-col">
        <a
          className="sr-only z-30 rounded-control bg-surface px-4 py-3 text-accent focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
          href="#content"
        >
          Skip to content
        </a>
        <WalletRoot config={config}>
          <NavigationProgress />
          <ScrollMemory />
          <KeepReferrer />
          <Header chainName={config?.chainName ?? null} />
          {/* React hydrates each Activity as a separate task, so a key or touch waits for at most one of them. */}
          <main className="mx-auto w-full max-w-7xl flex-1 px-4 py-6 sm:px-6 lg:py-8" id="content">
            <Activity>{isDatabaseDown ? <Unavailable>{children}</Unavailable> : children}</Activity>
          </main>
          <Activity>
            <Footer
              chainName={config?.chainName ?? null}
              sourceUrl={env().SOURCE_URL ?? null}
              indexStatus={<IndexStatus />}
            />
          </Activity>
          <Activity>
            <BottomBar />
          </Activity>
          <Toaster />
        </WalletRoot>
      </body>
    </html>
  )
}
