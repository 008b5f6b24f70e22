import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"

export const knowledgeRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/knowledge",
    component: lazyRouteComponent(() => import("./KnowledgeScreen.tsx"), "KnowledgeScreen")
  })
] as const
