import { createRootRoute } from "@tanstack/react-router"
import { NoSuchPage } from "./NoSuchPage.tsx"
import { ScreenFailed } from "./ScreenFailed.tsx"
import { Shell } from "./Shell.tsx"

/** The frame around all screens. The routes of a screen have it as their parent. */
export const shellRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NoSuchPage,
  errorComponent: ScreenFailed
})
