export default function Home() {
  return <h1>Recomeço</h1>
}
