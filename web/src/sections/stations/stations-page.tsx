export default function StationsPage() {
  return null
}
