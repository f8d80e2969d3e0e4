// Loaded before anything else (`node -r`), in JavaScript of old, so that a Node which cannot read
// the sources says so in words.
const NEEDED = 24;

if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  console.error(
    `Node ${NEEDED} or newer is needed; this is Node ${process.versions.node} (${process.execPath}).`,
  );
  process.exit(1);
}
