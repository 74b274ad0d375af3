"""Builds the wheel (PEP 517), so that pip installs the package from a checkout without fetching a builder."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parent
_SOURCES = _ROOT / "src"
_NAME = "atoll_sdk"


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    project = _read_project()
    info = f"{_NAME}-{project['version']}.dist-info"
    files = {
        **{file.relative_to(_SOURCES).as_posix(): file.read_bytes() for file in _list_sources()},
        f"{info}/METADATA": _write_metadata(project).encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: atoll\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    name = f"{_NAME}-{project['version']}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            wheel.writestr(path, content)
        wheel.writestr(f"{info}/RECORD", _write_record(files, f"{info}/RECORD"))
    return name


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    project = _read_project()
    base = f"{_NAME}-{project['version']}"
    with tarfile.open(Path(sdist_directory) / f"{base}.tar.gz", "w:gz") as archive:
        for file in [*_list_sources(), *(_ROOT / each for each in ("pyproject.toml", "README.md", "build_wheel.py"))]:
            archive.add(file, f"{base}/{file.relative_to(_ROOT).as_posix()}")
        metadata = _write_metadata(project).encode()
        entry = tarfile.TarInfo(f"{base}/PKG-INFO")
        entry.size = len(metadata)
        archive.addfile(entry, io.BytesIO(metadata))
    return f"{base}.tar.gz"


def _read_project() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((_ROOT / "pyproject.toml").read_text())["project"]
    return project


def _list_sources() -> list[Path]:
    if not (_SOURCES / _NAME / "generated").is_dir():
        raise RuntimeError("A part of the package is generated: run `npm run sdk` in the repository first.")
    files = (file for file in sorted((_SOURCES / _NAME).rglob("*")) if "__pycache__" not in file.parts)
    return [file for file in files if file.is_file()]


def _write_metadata(project: dict[str, Any]) -> str:
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"License: {project['license']['text']}",
        f"Requires-Python: {project['requires-python']}",
        *(f"Requires-Dist: {each}" for each in project["dependencies"]),
        "Description-Content-Type: text/markdown",
        "",
        (_ROOT / "README.md").read_text(),
    ]
    return "\n".join(lines)


def _write_record(files: dict[str, bytes], own: str) -> str:
    output = io.StringIO()
    rows = csv.writer(output, lineterminator="\n")
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        rows.writerow([path, f"sha256={digest}", len(content)])
    rows.writerow([own, "", ""])
    return output.getvalue()
