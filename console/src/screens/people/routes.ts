import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"
import { listIn } from "../../ui/address.ts"

export const peopleRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/people",
    validateSearch: listIn,
    component: lazyRouteComponent(() => import("./ContactsScreen.tsx"), "ContactsScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/people/$contactId",
    component: lazyRouteComponent(() => import("./ContactScreen.tsx"), "ContactScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/people/audiences",
    validateSearch: listIn,
    component: lazyRouteComponent(() => import("./AudiencesScreen.tsx"), "AudiencesScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/people/audiences/$audienceId",
    validateSearch: listIn,
    component: lazyRouteComponent(() => import("./AudienceScreen.tsx"), "AudienceScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/people/do-not-contact",
    validateSearch: listIn,
    component: lazyRouteComponent(() => import("./DoNotContactScreen.tsx"), "DoNotContactScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/people/imports",
    validateSearch: listIn,
    component: lazyRouteComponent(() => import("./ImportsScreen.tsx"), "ImportsScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/people/imports/$importId",
    validateSearch: listIn,
    component: lazyRouteComponent(() => import("./ImportScreen.tsx"), "ImportScreen")
  })
] as const
