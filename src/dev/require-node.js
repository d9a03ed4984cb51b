// Plain JavaScript, since a Node too old for the scripts has to run this one.
if (!process.features.typescript) {
  console.error(
    `This is Node ${process.versions.node}, but the scripts need the Node 24 that npm install puts into node_modules; its install script did not run. Run: npm rebuild --ignore-scripts=false`,
  )
  process.exitCode = 1
}
