/** Who may import whom: kit <- features <- remote.tsx <- shell/src/app; siblings never meet. */
const deny = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    deny('kit-is-the-floor', 'the kit knows no application', { path: '^kit/src' }, { path: '^(build|shell|mf-[a-z]+)/' }),
    deny('nothing-runs-build-code', 'what builds an application never reaches a member', { path: '^(shell|mf-[a-z]+)/src', pathNot: '\\.test\\.tsx?$' }, { path: '^build/' }),
    deny('applications-never-meet', 'a team deploys alone', { path: '^(shell|mf-[a-z]+)/' }, { path: '^(shell|mf-[a-z]+)/', pathNot: '^$1/' }),
    deny('features-never-meet', 'a feature that needs a sibling takes it as a prop or a slot', { path: '^([^/]+)/src/features/([^/]+)/' }, { path: '^$1/src/features/', pathNot: '^$1/src/features/$2/' }),
    deny('features-know-no-wiring', 'features are wired, they do not wire', { path: '^([^/]+)/src/features/' }, { path: '^$1/src/(remote|app|main|boot)' }),
    deny('no-cycles', 'a cycle has no first file to read', {}, { circular: true, dependencyTypesNot: ['type-only'] }),
    deny('kit-by-name', 'the kit is imported by its public sub-paths', { path: '^(shell|mf-[a-z]+)/src', pathNot: '\\.test\\.tsx?$' }, { path: '^kit/src', dependencyTypes: ['local'] }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules|gen)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
};
