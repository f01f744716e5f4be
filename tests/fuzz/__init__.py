"""Fuzz targets and what runs them: ./dev fuzz. README.md explains it. SPDX-License-Identifier: Apache-2.0 OR MIT"""
