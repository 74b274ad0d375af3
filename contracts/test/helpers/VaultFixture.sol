// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {StakingVault} from "../../src/vault/StakingVault.sol";
import {ExchangeFixture} from "./ExchangeFixture.sol";

/// @dev The exchange with the vault, and wallets with TIDE that have approved it.
abstract contract VaultFixture is ExchangeFixture {
    address internal constant CAROL = address(0xca201);

    StakingVault internal vault;

    function setUp() public virtual override {
        super.setUp();
        vault = StakingVault(deploy("StakingVault", abi.encode(main, _hub())));
        vm.prank(OPERATOR);
        taxes.setReceivers(TREASURY, address(vault));
        fund(CAROL, 1_000_000e18);
        address[3] memory wallets = [ALICE, BOB, CAROL];
        for (uint256 i; i < wallets.length; ++i) {
            buy(wallets[i], address(main), 50_000e18);
            vm.startPrank(wallets[i]);
            main.approve(address(vault), type(uint256).max);
            usdb.approve(address(vault), type(uint256).max);
            vm.stopPrank();
        }
    }

    function _hub() internal virtual returns (address) {
        return address(0x4b);
    }

    function wrap(address wallet, uint256 amount) internal returns (uint256 shares) {
        uint256 before = vault.balanceOf(wallet);
        vm.prank(wallet);
        vault.buy(amount);
        return vault.balanceOf(wallet) - before;
    }

    function unwrap(address wallet, uint256 shares) internal returns (uint256 tide) {
        uint256 before = main.balanceOf(wallet);
        vm.prank(wallet);
        vault.sell(shares, false, 0);
        return main.balanceOf(wallet) - before;
    }

    function lock(address wallet, uint256 shares) internal {
        vm.prank(wallet);
        vault.lock(shares);
    }

    /// @dev USDB as from a tax: it waits in the vault.
    function payTax(uint256 amount) internal {
        vm.prank(OPERATOR);
        usdb.mint(address(vault), amount);
    }

    function inject(uint256 amount) internal {
        vm.prank(OPERATOR);
        usdb.mint(OPERATOR, amount);
        vm.startPrank(OPERATOR);
        usdb.approve(address(vault), amount);
        vault.injectYield(amount);
        vm.stopPrank();
    }

    /// @dev Price of a share in TIDE, times 1e36.
    function sharePrice() internal view returns (uint256) {
        return (vault.totalAssets() + 1e15) * 1e36 / (vault.totalSupply() + 1e15);
    }
}
