import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"
import { defined, only, textIn } from "../../ui/browser/address.ts"

export const knowledgeRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/knowledge",
    component: lazyRouteComponent(() => import("./KnowledgeScreen.tsx"), "KnowledgeScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/knowledge/$baseId",
    validateSearch: only(({ question }) => defined({ question: textIn(question) })),
    component: lazyRouteComponent(() => import("./BaseScreen.tsx"), "BaseScreen")
  })
] as const
