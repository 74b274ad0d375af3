// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @dev Router, factory and token at once: lists itself and claims to be worth 1,000 TIDE, which it does not send.
contract FakeTokenRouter {
    function FACTORY() external view returns (address) {
        return address(this);
    }

    function isEcosystemToken(address) external pure returns (bool) {
        return true;
    }

    function balanceOf(address) external pure returns (uint256) {
        return type(uint128).max;
    }

    function collateralValue(uint256) external pure returns (uint256) {
        return 1_000e18;
    }

    function lendQuote(uint256) external {}
}
