import { createRootRoute } from "@tanstack/react-router"
import { Failed } from "../ui/States.tsx"
import { NoSuchPage } from "./NoSuchPage.tsx"
import { Shell } from "./Shell.tsx"

/** The frame around all screens. The routes of a screen have it as their parent. */
export const shellRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NoSuchPage,
  errorComponent: ({ error }) =>
    Failed({ failure: error instanceof Error ? error : new Error(String(error)), onRetry: () => location.reload() })
})
