export function HomeRouting() {
  return null;
}
