//! The places of the work: the repository, the folder of tools, and the environment in which wasm is built.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use anyhow::{Context, Result, anyhow};

use crate::process;
use crate::setup::wasm::{self, Compiler};

/// The two folders that every chore works in.
pub(crate) struct Workshop {
    /// The repository.
    pub(crate) root: PathBuf,
    /// The programs that `setup` brought; shared by all clones of one user.
    pub(crate) tools: PathBuf,
    compiler: OnceLock<Compiler>,
    /// The file for the output of its commands, if not the terminal.
    log: Option<File>,
    /// Cargo's target folder, if not that of the environment.
    target: Option<PathBuf>,
}

impl Workshop {
    /// Finds the repository by cargo's variable, and the tools by the environment.
    pub(crate) fn find() -> Result<Self> {
        // The running cargo's word comes first: one built program may serve several clones.
        let manifest =
            env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        let root = Path::new(&manifest)
            .ancestors()
            .nth(2)
            .map(Path::to_path_buf)
            .ok_or_else(|| anyhow!("{} is not inside a repository", manifest.display()))?;
        let tools = tools_folder(
            env::var_os("MAKESPAN_TOOLS"),
            env::var_os("XDG_CACHE_HOME"),
            env::var_os("HOME"),
        )
        .context("no folder for the tools: set MAKESPAN_TOOLS to one that may be written")?;
        Ok(Self {
            root,
            tools: std::path::absolute(tools)?,
            compiler: OnceLock::new(),
            log: None,
            target: None,
        })
    }

    /// The same for a copy of the repository, which builds in a target folder of its own.
    pub(crate) fn at(&self, root: PathBuf) -> Self {
        Self {
            target: Some(root.join("target")),
            root,
            tools: self.tools.clone(),
            compiler: OnceLock::new(),
            log: None,
        }
    }

    /// Does some work beside other work: the output of its commands goes into a file of the target folder, and to the
    /// terminal when they fail.
    pub(crate) fn logging_into<T>(
        &self,
        name: &str,
        work: impl FnOnce(&Self) -> Result<T>,
    ) -> Result<T> {
        let folder = self.root.join("target");
        let path = folder.join(name);
        let log = fs::create_dir_all(&folder)
            .and_then(|()| File::create(&path))
            .with_context(|| format!("cannot write {}", path.display()))?;
        let workshop = Self {
            root: self.root.clone(),
            tools: self.tools.clone(),
            compiler: OnceLock::new(),
            log: Some(log),
            target: self.target.clone(),
        };
        let done = work(&workshop);
        if done.is_err() {
            let said = fs::read(&path).unwrap_or_default();
            eprintln!("\n{}", String::from_utf8_lossy(&said));
        }
        done
    }

    /// The folder of programs that `setup` brought, for the PATH of started programs.
    pub(crate) fn bin(&self) -> PathBuf {
        self.tools.join("bin")
    }

    /// One of the programs that `setup` brought.
    pub(crate) fn tool(&self, name: &str) -> PathBuf {
        self.bin().join(name)
    }

    /// The folder of the program that draws charts and of its packages from npm.
    pub(crate) fn charts(&self) -> PathBuf {
        self.root.join("web/charts")
    }

    /// The folder of the browser tests and of their packages from npm.
    pub(crate) fn browser_tests(&self) -> PathBuf {
        self.root.join("tests/browser")
    }

    /// Cargo's metadata of the packages of the repository.
    pub(crate) fn metadata(&self) -> Result<serde_json::Value> {
        let metadata = process::read(self.command("cargo").args([
            "metadata",
            "--format-version=1",
            "--no-deps",
            "--locked",
        ]))?;
        serde_json::from_str(&metadata).context("cannot read the output of `cargo metadata`")
    }

    /// Cargo's target folder.
    pub(crate) fn target(&self) -> Result<PathBuf> {
        let metadata = self.metadata()?;
        let target = metadata
            .get("target_directory")
            .and_then(|target| target.as_str());
        Ok(target
            .context("`cargo metadata` names no target folder")?
            .into())
    }

    /// The version of a package in Cargo.lock.
    pub(crate) fn locked_version(&self, package: &str) -> Result<String> {
        let path = self.root.join("Cargo.lock");
        let lock = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        locked_version(&lock, package)
            .map(str::to_owned)
            .with_context(|| format!("{} names no package {package}", path.display()))
    }

    /// The compiler that has a wasm32 standard library, if there is one; the answer is remembered once it is yes.
    pub(crate) fn compiler(&self) -> Result<Option<&Compiler>> {
        if self.compiler.get().is_none()
            && let Some(found) = wasm::choose(self)?
        {
            // Two lanes may both have looked; their answers are equal.
            self.compiler.set(found).ok();
        }
        Ok(self.compiler.get())
    }

    /// A command on the repository with the user's own toolchain.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root);
        if let Some(target) = &self.target {
            command.env("CARGO_TARGET_DIR", target);
        }
        if let Some(log) = &self.log
            && let (Ok(out), Ok(err)) = (log.try_clone(), log.try_clone())
        {
            command.stdout(out).stderr(err);
        }
        command
    }

    /// A command on the repository with the tools first on the PATH and the compiler that can build wasm.
    pub(crate) fn wasm_command(&self, program: &str) -> Result<Command> {
        let compiler = self
            .compiler()?
            .context("no compiler for wasm32; run `cargo xtask setup`")?;
        let mut first = vec![self.bin()];
        let mut command = self.command(program);
        if let Compiler::Debian(folder) = compiler {
            first.push(folder.join("bin"));
            // A folder is a toolchain to rustup, too, so that its `cargo` and `rustc` lead there as well.
            command.env("RUSTUP_TOOLCHAIN", folder).env_remove("RUSTC");
        }
        command.env("PATH", process::path_with(&first)?);
        // Programs do not depend on the folder of their build, and do not name it.
        let home = cargo_home(env::var_os("CARGO_HOME"), env::var_os("HOME"));
        let chosen = || env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
        let target = self.target.clone().or_else(chosen);
        let target = target.unwrap_or_else(|| self.root.join("target"));
        let own = [(self.root.clone(), "/makespan"), (target, "/target")];
        let all = own.into_iter().chain(home.map(|home| (home, "/cargo")));
        command.env("CARGO_ENCODED_RUSTFLAGS", renamed(all));
        Ok(command)
    }
}

/// `$CARGO_HOME`, else the user's own.
fn cargo_home(chosen: Option<OsString>, home: Option<OsString>) -> Option<PathBuf> {
    let given = |value: Option<OsString>| value.filter(|text| !text.is_empty()).map(PathBuf::from);
    given(chosen).or_else(|| given(home).map(|home| home.join(".cargo")))
}

/// The flags by which the compiler gives folders these names, as `CARGO_ENCODED_RUSTFLAGS` has them. The compiler takes the
/// last one that fits.
fn renamed(folders: impl Iterator<Item = (PathBuf, &'static str)>) -> String {
    let flag =
        |(folder, name): (PathBuf, _)| format!("--remap-path-prefix={}={name}", folder.display());
    folders.map(flag).collect::<Vec<_>>().join("\u{1f}")
}

/// `$MAKESPAN_TOOLS`, else the user's cache folder.
fn tools_folder(
    chosen: Option<OsString>,
    cache: Option<OsString>,
    home: Option<OsString>,
) -> Option<PathBuf> {
    let given = |value: Option<OsString>| value.filter(|text| !text.is_empty()).map(PathBuf::from);
    given(chosen).or_else(|| {
        // The XDG specification: a relative path is to be ignored.
        let cache = given(cache)
            .filter(|path| path.is_absolute())
            .or_else(|| given(home).map(|home| home.join(".cache")));
        cache.map(|cache| cache.join("makespan/tools"))
    })
}

/// The version of `package` in the text of a Cargo.lock; the first where there are several.
fn locked_version<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let value = |line: &'a str, key: &str| {
        line.strip_prefix(key)?
            .strip_prefix(" = \"")?
            .strip_suffix('"')
    };
    let mut lines = lock.lines();
    lines.find(|line| value(line, "name") == Some(package))?;
    lines
        .take_while(|line| !line.starts_with('['))
        .find_map(|line| value(line, "version"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = r#"version = 4

[[package]]
name = "wasm-bindgen-macro"
version = "9.9.9"
dependencies = [
 "wasm-bindgen",
]

[[package]]
name = "wasm-bindgen"
version = "0.2.129"

[[package]]
name = "unversioned"

[[package]]
name = "last"
version = "1.0.0"
"#;

    #[test]
    fn a_locked_version_is_that_of_the_package_with_exactly_this_name() {
        assert_eq!(locked_version(LOCK, "wasm-bindgen"), Some("0.2.129"));
        assert_eq!(locked_version(LOCK, "last"), Some("1.0.0"));
    }

    #[test]
    fn a_package_that_is_not_locked_has_no_version() {
        assert_eq!(locked_version(LOCK, "wasm"), None);
        assert_eq!(locked_version(LOCK, "unversioned"), None);
        assert_eq!(locked_version("", "wasm-bindgen"), None);
    }

    #[test]
    fn folders_of_this_machine_get_names_that_are_the_same_on_all() {
        let home = cargo_home(None, Some("/home/me".into())).unwrap();
        let chosen = cargo_home(Some("/c".into()), Some("/home/me".into())).unwrap();
        let flags = renamed([(home, "/cargo"), (chosen, "/other")].into_iter());
        let [one, other] = ["/home/me/.cargo=/cargo", "/c=/other"]
            .map(|renaming| format!("--remap-path-prefix={renaming}"));
        assert_eq!(flags, format!("{one}\u{1f}{other}"));
    }

    #[test]
    fn the_tools_folder_is_the_chosen_one_then_the_cache_then_home() {
        let some = |text: &str| Some(OsString::from(text));
        let path = |text: &str| Some(PathBuf::from(text));
        assert_eq!(tools_folder(some("/t"), some("/c"), some("/h")), path("/t"));
        assert_eq!(
            tools_folder(some(""), some("/c"), some("/h")),
            path("/c/makespan/tools")
        );
        assert_eq!(
            tools_folder(None, some("relative"), some("/h")),
            path("/h/.cache/makespan/tools")
        );
        assert_eq!(tools_folder(None, None, None), None);
    }
}
