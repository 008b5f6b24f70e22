import { createRoute } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"
import { OverviewScreen } from "./OverviewScreen.tsx"

// Most people come to the overview first: its code is loaded with the app, which saves them a round trip.
export const overviewRoutes = [
  createRoute({ getParentRoute: () => shellRoute, path: "/", component: OverviewScreen })
] as const
