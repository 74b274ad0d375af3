import type { Metadata } from "next"
import { NotFound } from "@/app/_parts/not-found"
import { env } from "@/lib/env"
import { Gallery } from "./_parts/gallery"

export const metadata: Metadata = { title: "Components", robots: { index: false } }

/** The design system's components in every state; in development only. */
export default function ComponentsPage() {
  const { NODE_ENV, DEV_WALLET } = env()
  if (NODE_ENV !== "development" && !DEV_WALLET) return <NotFound subject="page" />
  return <Gallery />
}
