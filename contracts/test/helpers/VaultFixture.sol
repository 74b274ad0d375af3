// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {StakingVault} from "../../src/vault/StakingVault.sol";
import {LoanFixture} from "./LoanFixture.sol";

/// @dev The exchange with loan hub and vault, and wallets with TIDE that have approved it.
abstract contract VaultFixture is LoanFixture {
    address internal constant CAROL = address(0xca201);

    StakingVault internal vault;

    function setUp() public virtual override {
        super.setUp();
        vault = StakingVault(deploy("StakingVault", abi.encode(main, hub)));
        vm.startPrank(OPERATOR);
        hub.setVault(address(vault));
        taxes.setReceivers(TREASURY, address(vault));
        vm.stopPrank();
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

    /// @dev A loan of the vault for `wallet`, on TIDE behind its locked shares.
    function borrow(address wallet, uint256 tide, uint256 numberOfDays) internal returns (uint256 received) {
        uint256 before = usdb.balanceOf(wallet);
        vm.prank(wallet);
        vault.borrow(tide, numberOfDays);
        return usdb.balanceOf(wallet) - before;
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

    /// @dev The tax of each purchase brings a little back, until that is too little.
    function investAll() internal {
        while (vault.pendingYield() >= 1e15) {
            vault.investYield();
        }
    }

    /// @dev Price of a share in TIDE, times 1e36.
    function sharePrice() internal view returns (uint256) {
        return (vault.totalAssets() + 1e15) * 1e36 / (vault.totalSupply() + 1e15);
    }
}
